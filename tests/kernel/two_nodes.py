"""A Ray cluster of two nodes on this machine, for as long as standard input is open.

Writes a line of JSON, with its address and the process of the second node; Ray's own
processes end with this one.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile

SMALL = 80 * 1024 * 1024
"""Ray wants a little memory for objects, and no more is needed."""


def main() -> None:
    terms = {"num_cpus": 1, "object_store_memory": SMALL, "node_ip_address": "127.0.0.1"}
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": folder}
        from ray.cluster_utils import Cluster

        head = {**terms, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            second = cluster.add_node(**terms)
            raylet = second.all_processes["raylet"][0].process.pid
            addresses = {"address": cluster.address, "second": raylet}
            sys.__stdout__.write(json.dumps(addresses) + "\n")  # type: ignore[union-attr]
            sys.__stdout__.flush()  # type: ignore[union-attr]
            sys.stdin.read()
        finally:
            cluster.shutdown()


if __name__ == "__main__":
    main()
