"""What a board on one screen is held to, whatever is decided there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.web.poses import Posed

SETTLED = """() => document.documentElement.classList.contains("has-steps")
  && document.fonts.status === "loaded" && [...document.images].every((one) => one.complete)"""
"""Whether a page is drawn as it stays: the script has run, and letters and pictures are there."""

Size = ViewportSize
LAPTOP, PHONE = Size(width=1280, height=800), Size(width=390, height=844)
SIDEWAYS, NARROW = Size(width=844, height=390), Size(width=320, height=640)
LOW, LARGE = Size(width=1366, height=768), Size(width=1920, height=1080)
TABLET, UPRIGHT = Size(width=1024, height=768), Size(width=768, height=1024)
LAID_OUT = """async () => {
  for (const _ of "xxx") await new Promise(requestAnimationFrame);
}"""
"""Waits until what depends on the size of the window is laid out."""
CUT = """(left) => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const clips = (style) => /hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY);
  const faults = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let word = words.nextNode(); word; word = words.nextNode()) {
    const holder = word.parentElement;
    if (!word.textContent.trim() || !isSeen(holder) || holder.closest(left)) continue;
    if (holder.closest("[popover]") && !holder.closest(":popover-open")) continue;
    const range = document.createRange();
    range.selectNodeContents(word);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      for (let around = holder; around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.clipPath === "inset(50%)") break;  // for who listens
        const isBox = around.matches("button, .button, .coin, .ticket, .pill-new, .bare, .tag");
        if (style.display === "contents" || !(clips(style) || isBox)) continue;
        const room = around.getBoundingClientRect();
        const high = Math.max(room.top - box.top, box.bottom - room.bottom);
        const wide = Math.max(room.left - box.left, box.right - room.right);
        const isScrolled = /auto|scroll/.test(style.overflowY)
          && (high > box.height - 1 || around.matches(".ended"));
        if (isScrolled) break;  // out of sight, and to be had
        if (high > box.height * (isBox ? 0.15 : 0.3) || wide > 1.5)
          faults.add(`cut by ${Math.max(high, wide).toFixed()}: ${word.textContent.trim()}`
            + ` in ${around.className}#${around.id}`);
      }
    }
  }
  return [...faults];
}"""
"""Words of which part is out of sight, but for what is left to itself."""
LEFT = ".menu, .hand, .shortened, .brief, .wants, .newest, [inert], svg, select"
"""What may be cut: a fan lies askew, long names end in an ellipsis, and lists of which only whole
lines are shown (`FITS` looks at those)."""
FITS = """() => {
  const page = document.scrollingElement, faults = [];
  if (page.scrollHeight > innerHeight) faults.push(`down: ${page.scrollHeight} > ${innerHeight}`);
  if (page.scrollWidth > innerWidth) faults.push(`scrolls sideways: ${page.scrollWidth}`);
  const shown = (one) => one.checkVisibility({ visibilityProperty: true })
    && one.getClientRects().length > 0;
  const main = [...document.querySelectorAll(".moves button[name=move]")].filter(shown);
  if (!main.length) faults.push("no move is shown");
  for (const one of main) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const isIn = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (!isIn) faults.push(`out of view: ${one.textContent}`);
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.contains(on)) faults.push(`covered: ${one.textContent} by ${on?.className}`);
  }
  const targets = "#asking :is(button, a), .notices :is(button, a), .board-tabs > *,"
    + " .tabletop :is(button, select, .pick)";
  for (const one of [...document.querySelectorAll(targets)].filter(shown)) {
    const { width, height } = one.getBoundingClientRect();
    const isSmall = Math.min(width, height) < 43.5;
    if (isSmall) faults.push(`small: ${one.className}#${one.id} ${width} by ${height}`);
  }
  for (const one of [...document.querySelectorAll(".places .band .name")].filter(shown)) {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.closest(".pick").contains(on) || on.closest(".pill-new, .most"))
      faults.push(`a name is covered: ${one.textContent} by ${on?.className}`);
  }
  for (const list of document.querySelectorAll(".newest, .wants ul")) {
    const room = list.getBoundingClientRect();
    for (const line of shown(list) ? list.children : []) {
      const box = line.getBoundingClientRect(), isOut = box.left >= room.right - 1;
      if (!isOut && (box.top < room.top - 1.5 || box.bottom > room.bottom + 1.5))
        faults.push(`a line is cut: ${line.textContent}`);
    }
    const seen = [...list.children].filter((one) => one.getBoundingClientRect().left < room.right);
    const picture = [...document.querySelectorAll(".look .art")].find(shown);
    const isFull = innerWidth < 700 || picture?.getBoundingClientRect().height < 8;
    const least = Math.min(isFull ? 1 : 3, list.children.length);
    if (list.matches(".newest") && shown(list) && seen.length < least)
      faults.push(`${seen.length} lines of what happened`);
  }
  const lines = ".lens .band, .lens .says li, .lens dl > div";
  const dock = document.querySelector(".dock");
  for (const line of [...document.querySelectorAll(lines)].filter(shown)) {
    const box = line.getBoundingClientRect();
    const room = line.closest(".look").getBoundingClientRect();
    const end = Math.min(room.bottom, innerWidth < 700 ? dock.getBoundingClientRect().top : 1e9);
    if (box.top < room.top - 1.5 || box.bottom > end + 1.5)
      faults.push(`a line of the lens is cut: ${line.textContent}`);
    const next = line.nextElementSibling;
    if (next && shown(next) && next.getBoundingClientRect().top < box.top - 1)
      faults.push(`lines of the lens lie on one another: ${line.textContent}`);
  }
  return faults;
}"""
"""What does not fit: a page that scrolls, a move out of view or covered, a target too small, a name
that something lies on, a line of the lens of which part is out of sight."""
HAND = """() => {
  const isCovered = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return width && !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return {
    narrow: [...document.querySelectorAll(".hand > li:not(.open-place)")]
      .filter((one) => one.getBoundingClientRect().width < 43.5).length,
    covered: [...document.querySelectorAll(".moves button")].filter(isCovered).length,
  };
}"""
"""How many cards of the hand are too narrow to be read and hit, and how many moves are covered."""


def resize(page: Page, size: Size) -> None:
    """Give a page another size, and wait until it has it."""
    page.set_viewport_size(size)
    page.wait_for_function(
        "({ width, height }) => innerWidth === width && innerHeight === height", arg=size
    )
    page.evaluate(LAID_OUT)


def fits(page: Page, size: Size) -> None:
    """Hold the table to a screen: nothing scrolls, and what can be done is there to be hit."""
    resize(page, size)
    found = page.evaluate(FITS) + page.evaluate(CUT, LEFT)
    assert not found, (size, found)


def look_at(browser: Browser, site: str, posed: Posed, size: Size, **more: Any) -> Page:
    """A page of somebody at a table."""
    is_phone = size["width"] < 500
    settings: Any = {"has_touch": is_phone, "device_scale_factor": 2 if is_phone else 1}
    context = browser.new_context(
        base_url=site, viewport=size, reduced_motion="reduce", **(settings | more)
    )
    context.add_cookies([{"name": "realms-player", "value": posed.secret, "url": site}])
    page = context.new_page()
    page.goto(f"/tables/{posed.id}")
    page.wait_for_function(SETTLED)
    return page
