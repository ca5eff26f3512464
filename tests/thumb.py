"""A thumb on a phone: it fills in the forms of a page in a real browser, and taps nothing but what is shown there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from referee.notation import Report
from tests.tapping import Filled, Sheets, tap, tap_hand

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

PATIENCE = 20.0  # seconds a loaded machine may take for what should take one


class Thumb:
    """A browser with a page of the table in it, and how often it was tapped."""

    def __init__(self, driver: WebDriver, address: str) -> None:
        self.driver = driver
        self.taps = 0
        driver.get(address)
        self.until("window.referee")

    def until(self, script: str, *given: object) -> None:
        """Waits until a script finds it so."""
        begun = time.monotonic()
        while not self.driver.execute_script(f"return {script}", *given):
            assert time.monotonic() - begun < PATIENCE, f"{script}: {self.said}"
            time.sleep(0.02)

    @property
    def said(self) -> str:
        return str(self.driver.execute_script("return document.querySelector('main').innerText"))

    @property
    def answer(self) -> str:
        """What came of the form that was sent last."""
        return str(self.driver.execute_script("return document.querySelector('#said')?.innerText ?? ''"))

    def touch(self, element: WebElement) -> None:
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.taps += 1

    def press(self, what: str, *, sends: bool = True) -> None:
        """Taps what a selector finds; where that ``sends``, waits for what comes of it."""
        place = self.driver.current_url
        self.touch(self.driver.find_element("css selector", what))
        if sends:
            self.until("location.href !== arguments[0]", place)

    def button(self, label: str, *, sends: bool = True) -> None:
        place = self.driver.current_url
        self.touch(self.driver.find_element("xpath", f"//main//button[normalize-space()={label!r}]"))
        if sends:
            self.until("location.href !== arguments[0]", place)

    def type(self, line: str) -> None:
        """Types a line and sends it."""
        place = self.driver.current_url
        field = self.driver.find_element("id", "line")
        field.clear()
        field.send_keys(f"{line}\n")
        self.until("location.href !== arguments[0]", place)

    def tell(self, report: Report) -> None:
        """Tells a report by tapping alone."""
        self.send(tap(report, Sheets(self.page).all))

    def tell_hand(self, reports: list[Report]) -> None:
        self.send(tap_hand(reports, Sheets(self.page).all))

    @property
    def page(self) -> str:
        return str(self.driver.execute_script("return document.querySelector('#choices').innerHTML"))

    def send(self, filled: Filled) -> None:
        """Fills in a form, and sends it."""
        place = self.driver.current_url
        key = dict(filled)["tell"]
        form = self.driver.find_element("xpath", f"//input[@name='tell' and @value={key!r}]/ancestor::form")
        self.driver.execute_script(
            "for (let at = arguments[0]; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true", form
        )
        pressed = None
        for name, value in filled:
            pressed = self._fill_in(form, name, value) or pressed
        self.touch(pressed or form.find_element("css selector", "button.tell"))
        self.until("location.href !== arguments[0]", place)

    def _fill_in(self, form: WebElement, name: str, value: str) -> WebElement | None:
        """Fills in one field; a button that sends the form is given in place of being pressed."""
        field, kind = self.driver.execute_script(
            "const [form, name, value] = arguments, fields = [...form.elements].filter(at => at.name === name);"
            "const field = fields.find(at => /radio|checkbox|submit/.test(at.type) && at.value === value) || fields[0];"
            "for (let at = field; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;"
            "return [field, field.type === 'text' && 'pieces' in field.dataset ? 'pieces' : field.type]",
            form, name, value,
        )  # fmt: skip
        if kind in ("radio", "checkbox"):
            if not field.is_selected():
                self.touch(field)
        elif kind in ("number", "text"):
            field.clear()
            field.send_keys(value)
        elif kind == "pieces":
            for piece in value.split():
                self.touch(form.find_element("css selector", f'button[name="add {name}"][value="{piece}"]'))
        return field if kind == "submit" else None
