import { type BombardOptions, bombard } from './bombard.ts';

/** What a process of `inParts` runs: the options come as JSON, what was found goes back by messages. */
const options = JSON.parse(process.argv[2]) as BombardOptions;
const { delays, problems } = await bombard({
  ...options,
  onInput: (number) => void process.send?.({ number }),
});
process.send?.({ delays: [...delays], problems }, () => process.disconnect());
