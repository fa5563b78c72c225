// dist/launch.cjs: runs the command's scripts, compiled ahead of time where the caches beside them fit this Node (see
// codeCache.mjs).
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/** Of Node's modules those that the start does without: each takes a millisecond to load. */
const LATE = new Set(['node:child_process', 'node:https', 'node:tls', 'node:worker_threads']);

/** Where the same code stands as a library: it looks for files beside itself, and from there. */
const PLACE = pathToFileURL(join(__dirname, 'library/command.js')).href;

const FIRST = 'rockpool';
/**
 * V8's flags once the server has started: V8 refuses code that was compiled under other flags, Node's own included, so
 * that they change once, before the second script.
 *
 * The budget is how many bytes of bytecode a function runs before V8 considers optimizing it. V8's own figure (67,584 in
 * Node 20) suits pages that are left soon; a server pays the same compilation anyway, only hundreds of requests later.
 * (To optimize what only the start runs would take 15 MB.) The collector is asked for by knn/nativeMemory.ts.
 */
const FLAGS = '--interrupt-budget=25000 --expose-gc';
/** Scripts that have run, by name. */
const loaded = new Map();

/** Runs the command. */
exports.run = (useCaches = true) => void load(FIRST, useCaches);

/** The scripts that have run, with their functions compiled so far. */
exports.compiledScripts = () => [...loaded].map(([name, { script }]) => ({ cache: fileOf(name, 'cache'), script }));

function load(name, useCaches) {
  const before = loaded.get(name);
  if (before) return before.module.exports;
  if (name !== FIRST) setFlagsFromString(FLAGS);
  const filename = fileOf(name, 'cjs');
  // Scripts are ASCII: reading them so keeps them at one byte a character.
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: useCaches ? readCache(fileOf(name, 'cache')) : undefined,
  });
  const module = { exports: {} };
  loaded.set(name, { script, module });
  const requireModule = (id) => {
    const [part, chunk] = id.split('#');
    if (chunk !== undefined) return load(part, useCaches).modules[chunk]();
    return LATE.has(id) ? late(id) : require(id);
  };
  const { shared } = loaded.get(FIRST).module.exports;
  script.runInThisContext()(requireModule, module, PLACE, shared);
  return module.exports;
}

/** A module that is loaded when something in it is asked for. */
function late(id) {
  return new Proxy({}, { get: (_, name) => require(id)[name] });
}

function fileOf(name, extension) {
  return join(__dirname, `${name}.${extension}`);
}

function readCache(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
