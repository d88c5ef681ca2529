// The worker of the page, in a bundle of its own.
import "ttattr/server-worker.js";
