// chromium.mjs NODE-MODULES CHROMIUM PAGE: opens a file and waits until its script has changed the title from "running".
// Fails for errors of the page, and for requests other than file, data and blob.
import { createRequire } from "node:module";
import { join } from "node:path";

const [, , modules, chromium, page] = process.argv;
const puppeteer = createRequire(join(modules, "x.js"))("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
const faults = [];
try {
  const tab = await browser.newPage();
  tab.on("pageerror", (error) => faults.push(error.message));
  tab.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  tab.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));
  await tab.goto(`file://${page}`);
  await tab.waitForFunction(() => document.title !== "running", { timeout: 60_000 });
  const title = await tab.title();
  if (title !== "passed") faults.push(title);
} finally {
  await browser.close();
}
if (faults.length) throw new Error(faults.join("\n"));
