// Loaded into the server before its own code: says at the end whether anything was put on a prototype.
const watched = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const before = watched.map((prototype) => Reflect.ownKeys(prototype).length);
process.on('exit', () => {
  if (watched.some((prototype, i) => Reflect.ownKeys(prototype).length !== before[i])) process.exitCode = 86;
});
