"""Choosing and tabs on the page of a match, as players do it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def choice(page: Page, step: str = "") -> Locator:
    """Return the button of a step, or of the last one; where a piece stands for it, in the list of all moves."""
    page.wait_for_load_state()  # nothing is visible on a page that still arrives
    buttons = page.locator(f"#choices .choice[data-step='{step}']" if step else "#choices .choice")
    button = buttons.last
    if not button.is_visible():
        page.get_by_role("button", name="All moves").click()
    return button


def press(button: Locator) -> None:
    """Press a button of the form; and once more where the page asks for it, as it does by a page without its script."""
    page = button.page
    button.click()
    page.wait_for_load_state()
    again = page.locator("#choices .choice.armed, .act .sure + form button")
    if again.count():
        again.click()


def show(page: Page, tab: str) -> None:
    """Show what a tab holds. Beside a rail the board needs no tab."""
    label = page.locator(f".tab-{tab}")
    if label.is_visible():
        label.click()
