/** What an upstream may do with bytes: codings, cuts, line ends, character sets, lengths; and what the client gets then. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { CODINGS, cutAt, encode } from "../support/codings.ts";
import { listen } from "../support/listen.ts";
import { chat, contentOf, post, streamWith } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { KITS } from "../support/wire/formats.ts";
import { unfinished } from "../support/wire/unfinished.ts";
import {
  chatChunk,
  chatCompletion,
  chatStream,
  replyJson,
  replyStream,
  startUpstream,
  STREAM_END,
  type UpstreamScript,
} from "../support/upstream.ts";

const coded = CODINGS.filter(({ header }) => header !== "identity");

/** Longer than what the tests' policies hold back. */
const WORDS = "some words ".repeat(10);

describe("requests", () => {
  test("in any coding are read; what nothing touches goes on as it came, a mask goes on uncoded", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("ok")));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    for (const coding of CODINGS) {
      const send = (text: string) =>
        post(proxy, encode(JSON.stringify(chat(text)), coding), { headers: { "content-encoding": coding.header } });
      assert.equal((await send(`use ${TEST_KEY} é`)).status, 400, coding.name);
      assert.equal((await send("fine é")).status, 200);
      const clean = upstream.seen.at(-1);
      assert.equal(clean?.headers["content-encoding"], coding.header);
      assert.deepEqual(clean?.body, encode(JSON.stringify(chat("fine é")), coding));
      assert.equal((await send(`to ${TEST_MAIL}`)).status, 200);
      const masked = upstream.seen.at(-1);
      assert.deepEqual(JSON.parse(masked?.body.toString() ?? ""), chat("to <MAIL_1>"));
      assert.equal(masked?.headers["content-encoding"], undefined);
    }
  });

  test("whose coding is a lie, unknown, or a bomb are refused before anybody is called", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("ok")));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const plain = Buffer.from(JSON.stringify(chat("hi")));
    const bomb = gzipSync(JSON.stringify(chat("a".repeat(20_000_000))));
    const cases: readonly (readonly [Buffer, Record<string, string>, number, string])[] = [
      [plain, { "content-encoding": "gzip" }, 400, "invalid_encoding"],
      [gzipSync(plain), {}, 400, "invalid_json"],
      [gzipSync(plain).subarray(0, -5), { "content-encoding": "gzip" }, 400, "invalid_encoding"],
      [plain, { "content-encoding": "compress" }, 403, "guardrail_unread"],
      [plain, { "content-encoding": "br,br,br,br" }, 403, "guardrail_unread"],
      [bomb, { "content-encoding": "gzip" }, 413, "body_too_large"],
      [plain, { "content-type": "application/json; charset=utf-16" }, 403, "guardrail_unread"],
      [plain, { "content-type": 'application/json; x="; charset=utf-8"; charset=utf-7' }, 403, "guardrail_unread"],
    ];
    for (const [body, headers, status, code] of cases) {
      const answer = await post(proxy, body, { headers });
      const { error } = (await answer.json()) as { error: { code: string } };
      assert.deepEqual([answer.status, error.code], [status, code], JSON.stringify(headers));
    }
    assert.equal(upstream.seen.length, 0);
  });

  test("of a type with JSON's syntax are read, those with two types are not", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, chatCompletion("ok")));
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const headers = { "content-type": "application/vnd.api+json" };
    assert.equal((await post(proxy, chat(`use ${TEST_KEY}`), { headers })).status, 400);
    assert.equal((await post(proxy, chat("hi"), { headers })).status, 200);
    const { port } = new URL(proxy.url);
    const { request } = await import("node:http");
    const status = await new Promise((resolve) => {
      const body = JSON.stringify(chat("hi"));
      const twice = ["content-type", "application/json", "Content-Type", "application/json; charset=utf-7"];
      const outgoing = request({ port, method: "POST", path: "/v1/chat/completions" }, (answer) =>
        resolve(answer.statusCode),
      );
      for (let at = 0; at < twice.length; at += 2) outgoing.appendHeader(twice[at] ?? "", twice[at + 1] ?? "");
      outgoing.end(body);
    });
    assert.equal(status, 403);
    assert.equal(upstream.seen.length, 1);
  });
});

describe("whole answers", () => {
  test("in any coding are read and leave uncoded", async () => {
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    for (const coding of CODINGS) {
      const answer = async (text: string): Promise<Response> => {
        upstream.script = (response) => {
          const type = "application/vnd.provider+json; charset=UTF-8";
          response.writeHead(200, { "content-type": type, "content-encoding": coding.header });
          response.end(encode(JSON.stringify(chatCompletion(text)), coding));
        };
        return post(proxy, chat("hi"));
      };
      const clean = await answer("clean é😀");
      assert.equal(
        clean.headers.get("content-encoding"),
        coding.header === "identity" ? "identity" : null,
        coding.name,
      );
      assert.deepEqual(await clean.json(), chatCompletion("clean é😀"));
      assert.deepEqual(await (await answer(`to ${TEST_MAIL}`)).json(), chatCompletion("to <MAIL_1>"));
      assert.equal((await answer(`the ${TEST_KEY}`)).status, 400);
    }
  });

  test("that cannot be decoded are a 502, whatever `unread` says", async () => {
    await using upstream = await startUpstream(() => {});
    const json = JSON.stringify(chatCompletion(TEST_KEY));
    const cases: readonly (readonly [Buffer, Record<string, string>])[] = [
      [Buffer.from(json), { "content-encoding": "gzip" }],
      [gzipSync(json).subarray(0, -4), { "content-encoding": "gzip" }],
      [gzipSync(Buffer.alloc(30_000_000, "a")), { "content-encoding": "gzip" }],
      [gzipSync(Buffer.alloc(100_000_000, "a")), { "content-encoding": "gzip" }],
    ];
    for (const unread of ["deny", "pass"] as const) {
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread })] });
      for (const [bytes, headers] of cases) {
        upstream.script = (response) =>
          void response.writeHead(200, { "content-type": "application/json", ...headers }).end(bytes);
        const answer = await post(proxy, chat("hi"));
        assert.equal(answer.status, 502);
        assert.match(await answer.text(), /guardrail_unread/);
      }
    }
  });

  test("that say less than the truth of their coding or character set are unread", async () => {
    await using upstream = await startUpstream(() => {});
    await using deny = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    await using pass = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    const json = JSON.stringify(chatCompletion("hi"));
    const cases: readonly (readonly [Buffer, Record<string, string>, string])[] = [
      [gzipSync(json), {}, "answer body"],
      [Buffer.from(json, "utf16le"), {}, "answer body"],
      [Buffer.from(json), { "content-type": "application/json; charset=utf-16" }, "content type"],
      [Buffer.from(json), { "content-encoding": "compress" }, "content encoding"],
    ];
    for (const [bytes, headers, reason] of cases) {
      upstream.script = (response) =>
        void response.writeHead(200, { "content-type": "application/json", ...headers }).end(bytes);
      assert.equal((await post(deny, chat("hi"))).status, 502, reason);
      const passed = await post(pass, chat("hi"));
      assert.equal(passed.headers.get("x-guardrail-unread"), reason);
    }
  });

  test("with a wrong length or with trailers never become half an answer", async () => {
    const json = JSON.stringify(chatCompletion(`the ${TEST_MAIL} end`));
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    const chunk = `${json.length.toString(16)}\r\n${json}\r\n`;
    const cases: readonly (readonly [string, number])[] = [
      [`${head}content-length: ${json.length + 5}\r\n\r\n${json}`, 502],
      [`${head}content-length: ${json.length - 5}\r\n\r\n${json}`, 502],
      [`${head}content-length: ${json.length}\r\ncontent-length: 5\r\n\r\n${json}`, 502],
      [`${head}transfer-encoding: chunked\r\n\r\n${chunk}`, 502],
      [`${head}transfer-encoding: chunked\r\ntrailer: x-secret\r\n\r\n${chunk}0\r\nx-secret: ${TEST_KEY}\r\n\r\n`, 200],
      [`${head}connection: close\r\n\r\n${json}`, 200],
    ];
    for (const [bytes, status] of cases) {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.end(bytes));
      });
      const url = `http://127.0.0.1:${await listen(server)}`;
      await using proxy = await startProxy({ upstreams: [makeUpstream(url)] });
      const answer = await post(proxy, chat("hi"));
      const text = await answer.text();
      assert.equal(answer.status, status, bytes.slice(0, 120));
      assert.ok(!text.includes(TEST_MAIL) && !JSON.stringify([...answer.headers]).includes(TEST_KEY));
      if (status === 200) assert.deepEqual(JSON.parse(text), chatCompletion("the <MAIL_1> end"));
      server.close();
    }
  });
});

describe("streamed answers", () => {
  test("give the client the same text in every coding, however the bytes are cut", async () => {
    const events = chatStream(["Grüße 😀 an ", "ja", "ne@acme", ".test", " 漢字 und\u2028mehr"]).join("");
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const check = async (coding: (typeof CODINGS)[number], pieces: readonly Uint8Array[]): Promise<void> => {
      upstream.script = (response) => replyStream(response, pieces, { "content-encoding": coding.header });
      const answer = await post(proxy, chat("hi", { stream: true }));
      assert.equal(contentOf(await answer.text()), "Grüße 😀 an <MAIL_1> 漢字 und\u2028mehr", coding.name);
    };
    for (const coding of CODINGS)
      await check(
        coding,
        [...encode(events, coding)].map((byte) => Buffer.of(byte)),
      );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CODINGS), fc.array(fc.nat(2000), { maxLength: 12 }), async (coding, cuts) => {
        await check(coding, cutAt(encode(events, coding), cuts));
      }),
      { numRuns: 60 },
    );
  });

  test("reach the client event by event: what is flushed is there before more is sent", async () => {
    for (const coding of CODINGS) {
      if (coding.open === undefined) continue;
      const encoder = coding.open();
      const script: UpstreamScript = (response) => {
        response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": coding.header });
        encoder.pipe(response);
        encoder.write(["first words é ", WORDS].map((content) => chatChunk({ delta: { content } })).join(""));
        encoder.flush();
      };
      await using upstream = await startUpstream(script);
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
      const answer = await post(proxy, chat("hi", { stream: true }));
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!text.includes("first words é")) text += (await reader?.read())?.value ?? assert.fail(coding.name);
      encoder.end(chatChunk({ delta: { content: "last" } }) + STREAM_END);
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
      assert.equal(contentOf(text), `first words é ${WORDS}last`);
    }
  });

  test("with any line ends, a byte order mark, or no last blank line are read", async () => {
    const events = chatStream([`to ${TEST_MAIL} `, "and on"]).join("");
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const open = chatChunk({ delta: { content: `to ${TEST_MAIL} and on` } });
    const forms: readonly string[] = [
      ...["\n", "\r\n", "\r"].map((end) => events.replaceAll("\n", end)),
      `\uFEFF${events}`,
      `\uFEFF${open}`,
      events.slice(0, -2),
      ...["\n\n", "\n"].map((end) => open.slice(0, -end.length)),
      open.replaceAll("\n", "\r\n").slice(0, -2),
    ];
    for (const form of forms) {
      for (const coding of [CODINGS[0], CODINGS[1]]) {
        if (coding === undefined) continue;
        upstream.script = (response) =>
          replyStream(response, [encode(form, coding)], { "content-encoding": coding.header });
        const text = await (await post(proxy, chat("hi", { stream: true }))).text();
        const lines = text.replaceAll(/\r\n?/g, "\n").replace("\uFEFF", "");
        assert.equal(contentOf(lines), "to <MAIL_1> and on", JSON.stringify(form.slice(-40)));
      }
    }
  });

  test("whose last event has no end do not swallow the one that tells of a block", async () => {
    for (const end of ["", "\n", "\r\n", "\r"]) {
      const last = chatChunk({ delta: { content: ` ${TEST_KEY}` } }).slice(0, -2) + end;
      await using upstream = await streamWith([...chatStream(["some words go out first "]).slice(0, 2), last]);
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
      const text = await (await post(proxy, chat("hi", { stream: true }))).text();
      assert.match(text, /\n\ndata: \{[^\n]*"finish_reason":"content_filter"/);
      assert.ok(!text.includes(TEST_KEY));
    }
  });

  test("with an event over the bound are refused in the format, before the headers and behind them", async () => {
    const big = Array.from({ length: 16_000 }, (_, at) => `x${(at * 7919) % 65_521}`).join("");
    for (const kit of KITS) {
      const path = kit.path({ stream: true });
      const body = kit.request("hi", { stream: true, count: 1 });
      for (const coding of [CODINGS[0], ...coded.slice(0, 1)]) {
        if (coding === undefined) continue;
        let texts = [big];
        await using upstream = await startUpstream((response) => {
          response.writeHead(200, { "content-type": kit.contentType, "content-encoding": coding.header });
          response.end(encode(unfinished(kit, texts), coding));
        });
        await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { eventMaxBytes: 65_536 })] });
        const refused = await post(proxy, body, { path });
        // First events without text may have left.
        assert.ok([200, 502].includes(refused.status), path);
        assert.match(await refused.text(), /event too large/);
        texts = [WORDS, `${WORDS}too`, big];
        const ended = await post(proxy, body, { path });
        assert.equal(ended.status, 200);
        const text = await ended.text();
        assert.match(text, /some words.*"error".*event too large/s, path);
        assert.ok(!text.includes("x7919"));
      }
    }
  });

  test("that stop being what their coding says end with the format's own error", async () => {
    for (const kit of KITS) {
      const path = kit.path({ stream: true });
      const body = kit.request("hi", { stream: true, count: 1 });
      for (const coding of coded) {
        if (coding.open === undefined) continue;
        const encoder = coding.open();
        let cut = (): void => {};
        await using upstream = await startUpstream((response) => {
          cut = () => void response.end();
          response.writeHead(200, { "content-type": kit.contentType, "content-encoding": coding.header });
          encoder.on("data", (bytes: Buffer) => response.write(bytes));
          encoder.write(unfinished(kit, [WORDS, `${WORDS}HELD`]));
          encoder.flush();
        });
        await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
        const answer = await post(proxy, body, { path });
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = (await reader?.read())?.value ?? "";
        cut();
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value;
        assert.match(text, /some words.*"error".*could not be read/s, `${path} ${coding.name}`);
        assert.ok(!text.includes("HELD") && !text.includes("[DONE]"), path);
      }
    }
  });

  test("that are bombs end with a refusal, and little of them is ever held", async () => {
    const bomb = gzipSync(`: ${"\n: ".repeat(40_000_000)}`);
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" }).end(bomb);
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const before = process.memoryUsage().rss;
    const answer = await post(proxy, chat("hi", { stream: true }));
    assert.equal(answer.status, 502);
    assert.match(await answer.text(), /guardrail_unread|upstream_invalid/);
    assert.ok(process.memoryUsage().rss - before < 60_000_000);
  });
});
