"""The documentation site: what MkDocs is told beyond `mkdocs.yml`."""
