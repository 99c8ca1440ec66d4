import assert from "node:assert/strict";
import { isSameValue } from "../../provider/declared/compare";
import { kinds } from "../../provider/kinds";
import { parsedUrl } from "../../provider/wire/url";

describe("A URL", () => {
  it("is parsed, and any other text is not", () => {
    assert.equal(parsedUrl("https://BÜCHER.example:443/a")?.href, "https://xn--bcher-kva.example/a");
    for (const text of ["", "/a", "https://", "https://a b"]) assert.equal(parsedUrl(text), undefined, text);
  });

  it("with a Unicode hostname is the same as its ASCII form, also after thousands of comparisons", () => {
    const field = kinds.PullZone.settings.find(({ name }) => name === "originUrl");
    assert.ok(field);
    const compared = Array.from({ length: 20_000 }, () =>
      isSameValue(field, "https://bücher.example/a", "https://xn--bcher-kva.example/a"),
    );
    assert.equal(compared.indexOf(false), -1);
  });
});
