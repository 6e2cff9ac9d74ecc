"""The manifest names what is there, in the language of the phone."""

from __future__ import annotations

from typing import Any

from tests.web.cast import Phone


def manifest(phone: Phone, language: str = "en") -> dict[str, Any]:
    page = phone.client.get("/", headers={"Accept-Language": language}, follow_redirects=True)
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page.text
    answer = phone.client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert (answer.status_code, answer.mimetype) == (200, "application/manifest+json")
    content: dict[str, Any] = answer.get_json(force=True)
    return content


def test_all_that_it_names_is_there(phone: Phone) -> None:
    content = manifest(phone)
    addresses = [content["start_url"], content["id"], content["scope"]]
    addresses += [each["url"] for each in content["shortcuts"]]
    for address in addresses:
        assert phone.client.get(address).status_code in (200, 302), address
        assert address.startswith(content["scope"])
    for icon in content["icons"]:
        answer = phone.client.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
    assert {icon["purpose"] for icon in content["icons"]} == {"any", "maskable"}


def test_it_speaks_the_language_of_the_phone(phone: Phone) -> None:
    english, german = manifest(phone), manifest(phone, "de")
    assert (english["lang"], german["lang"]) == ("en", "de")
    assert english["shortcuts"][0]["name"] == "New game"
    assert german["shortcuts"][0]["name"] == "Neue Partie"
    assert english["description"] != german["description"]
