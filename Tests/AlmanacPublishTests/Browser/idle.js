// No scenario: only the page.
