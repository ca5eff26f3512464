"""Simulates a thumb on a phone: fills in the forms of a page in a real browser, tapping only what is visible."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.support.select import Select

from referee.language.reports import Report
from tests.patience import PATIENCE
from tests.tapping import Filled, Sheets, pieces_of, tap, tap_hand

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

FORM = """
    const [key, filled] = arguments;
    const told = [...document.getElementsByName("tell")].filter(at => at.value === key).map(at => at.form);
    const form = told.find(at => !at.querySelector("[name=let]"));
    const fields = filled.map(([name, value]) => {
        const named = [...form.elements].filter(at => at.name === name);
        const field = named.find(at => /radio|checkbox|submit/.test(at.type) && at.value === value) || named[0];
        return [field, field.type === "text" && "pieces" in field.dataset ? "pieces" : field.type];
    });
    return [form.querySelector("button.tell"), fields];
"""
"""The button that sends a form, and the field for each of its values with what kind it is."""

PIECES = """
    return [...arguments[0].form.elements].filter(at => at.name === `add ${arguments[0].name}`)
        .map(at => [at.value, at]);
"""
"""The buttons that put a field's value together, each with its piece."""

POINT = """
    let at = arguments[0];
    for (let up = at; up; up = up.parentElement) {
        const summary = up.firstElementChild;
        if (up.tagName === "DETAILS" && !up.open && !summary.contains(arguments[0])) at = summary;
    }
    at.scrollIntoView({block: "center"});
    const box = at.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y), label = at.closest("label");
    return [at === arguments[0], ...(hit && (at.contains(hit) || label && label.contains(hit)) ? [x, y] : [])];
"""
"""The point to tap for an element, or for the outermost folded part around it. None if it is covered."""


class Thumb:
    """A browser with a page of the table, and the number of taps."""

    def __init__(self, driver: WebDriver, address: str) -> None:
        self.driver = driver
        self.taps = 0
        driver.get(address)
        self.until("!!window.referee?.rests")
        self.wait()

    def until(self, script: str, *given: object) -> None:
        """Waits until a script returns true."""
        begun = time.monotonic()
        while not self.driver.execute_script(f"return {script}", *given):
            assert time.monotonic() - begun < PATIENCE, f"{script}: {self.said}"
            time.sleep(0.02)

    def wait(self) -> None:
        """Waits until the page accepts taps. Right after a change it doesn't, since a tap may be for the old page."""
        self.until("!window.referee?.rests?.()")

    @property
    def said(self) -> str:
        return str(self.driver.execute_script("return document.querySelector('main').innerText"))

    @property
    def answer(self) -> str:
        """The answer to the last form."""
        return str(self.driver.execute_script("return document.querySelector('#said')?.innerText ?? ''"))

    @property
    def taken(self) -> bool:
        """Whether the last form was accepted."""
        return bool(self.driver.execute_script("return document.querySelector('#said.taken')"))

    def touch(self, element: WebElement) -> None:
        """Taps an element, after unfolding what hides it with one tap each."""
        self.wait()
        there = False
        while not there:
            there, *place = self.driver.execute_script(POINT, element)
            assert place, f"something lies over {element.get_attribute('outerHTML')}"
            where = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
            for event in ("mousePressed", "mouseReleased"):
                self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", where | {"type": event})
            self.taps += 1

    def press(self, what: str, *, sends: bool = True) -> None:
        """Taps the element of a selector. If it ``sends``, waits for the next page."""
        place = self.driver.current_url
        self.touch(self.driver.find_element("css selector", what))
        if sends:
            self.until("location.href !== arguments[0]", place)

    def button(self, label: str, *, sends: bool = True) -> None:
        place = self.driver.current_url
        self.touch(self.driver.find_element("xpath", f"//main//button[normalize-space()={label!r}]"))
        if sends:
            self.until("location.href !== arguments[0]", place)

    def go(self, *links: str) -> None:
        """Follows links by their text, page by page."""
        for link in links:
            here = self.driver.current_url
            at = self.driver.find_element(
                "xpath", f"//a[starts-with(normalize-space(), {link!r}) or .//text()={link!r}]"
            )
            self.touch(at)
            self.until("location.href !== arguments[0] && !!window.referee?.rests", here)

    def type(self, line: str) -> None:
        """Types a line and sends it."""
        place = self.driver.current_url
        self.wait()
        while True:
            field = self.driver.find_element("id", "line")
            try:
                field.clear()
                field.send_keys(f"{line}\n")
            except StaleElementReferenceException:  # the page has just shown what others entered
                continue
            break
        self.until("location.href !== arguments[0]", place)

    @property
    def refused(self) -> bool:
        """Whether the last tap was refused, with the message in its form."""
        return bool(self.driver.find_elements("css selector", "#choices #said.refused"))

    def correct(self, told: str, text: str, why: str) -> None:
        """Corrects the last report by tapping its line."""
        self.touch(self.driver.find_element("css selector", ".last li a"))
        self.until("document.querySelector('#text')?.value === arguments[0]", told)
        for name, words in (("text", text), ("why", why)):
            field = self.driver.find_element("id", name)
            field.clear()
            field.send_keys(words)
            if name == "text":
                self.button("Show what changes")
        self.button("Correct it")
        assert text in self.answer
        self.touch(self.driver.find_element("link text", "← The table"))
        self.until("document.querySelector('#choices') && window.referee")

    def tell(self, report: Report) -> None:
        """Enters a report by tapping alone."""
        self.send(tap(report, Sheets(self.page).all))

    def enter_hand(self, reports: list[Report]) -> None:
        self.send(tap_hand(reports, Sheets(self.page).all))

    @property
    def page(self) -> str:
        return str(self.driver.execute_script("return document.querySelector('#choices').innerHTML"))

    def send(self, filled: Filled) -> None:
        """Fills in a form, and sends it."""
        place = self.driver.current_url
        send, fields = self.driver.execute_script(FORM, dict(filled)["tell"], filled)
        for (field, kind), (_, value) in zip(fields, filled, strict=True):
            if kind == "submit":
                send = field
            else:
                self._fill_in(field, kind, value)
        self.touch(send)
        self.until("location.href !== arguments[0]", place)
        if more := re.search(r"^[0-9]+ more$", self.answer, re.MULTILINE):  # more, or in all?
            self.button(more[0])

    def _fill_in(self, field: WebElement, kind: str, value: str) -> None:
        if kind in ("radio", "checkbox"):
            if not field.is_selected():
                self.touch(field)
        elif kind in ("number", "text"):
            self.touch(field)
            field.clear()
            field.send_keys(value)
        elif kind == "pieces":
            offered = dict(self.driver.execute_script(PIECES, field))
            for piece in pieces_of(value, offered):
                self.touch(offered[piece])
        elif kind == "select-one":
            self.touch(field)
            Select(field).select_by_value(value)
            self.driver.execute_script("arguments[0].blur()", field)
        else:
            assert kind == "hidden", kind
