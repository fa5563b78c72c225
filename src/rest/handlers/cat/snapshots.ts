import { validationFailed } from '../../../cluster/index.ts';
import { formatTimeMs } from '../../../common/index.ts';
import { table } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { CatColumn } from '../../table.ts';
import { catParameters } from '../../table.ts';
import { timeoutParameters } from '../indicesOptions.ts';

const snapshotColumns: readonly CatColumn[] = [
  { name: 'id', aliases: ['id', 'snapshot'], doc: 'unique snapshot' },
  { name: 'status', aliases: ['s', 'status'], align: 'right', doc: 'snapshot name' },
  {
    name: 'start_epoch',
    aliases: ['ste', 'startEpoch'],
    doc: 'start time in seconds since 1970-01-01 00:00:00',
  },
  { name: 'start_time', aliases: ['sti', 'startTime'], doc: 'start time in HH:MM:SS' },
  { name: 'end_epoch', aliases: ['ete', 'endEpoch'], doc: 'end time in seconds since 1970-01-01 00:00:00' },
  { name: 'end_time', aliases: ['eti', 'endTime'], doc: 'end time in HH:MM:SS' },
  { name: 'duration', aliases: ['dur', 'duration'], align: 'right', doc: 'duration' },
  { name: 'indices', aliases: ['i', 'indices'], align: 'right', doc: 'number of indices' },
  {
    name: 'successful_shards',
    aliases: ['ss', 'successful_shards'],
    align: 'right',
    doc: 'number of successful shards',
  },
  { name: 'failed_shards', aliases: ['fs', 'failed_shards'], align: 'right', doc: 'number of failed shards' },
  { name: 'total_shards', aliases: ['ts', 'total_shards'], align: 'right', doc: 'number of total shards' },
  { name: 'reason', aliases: ['r', 'reason'], hidden: true, doc: 'reason for failures' },
];

const repositoryColumns: readonly CatColumn[] = [
  { name: 'id', aliases: ['id', 'repoId'], doc: 'unique repository id' },
  { name: 'type', aliases: ['t', 'type'], align: 'right', doc: 'repository type' },
];

const hms = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

export const catSnapshotRoutes: readonly Route[] = [
  ...routes(
    ['GET /_cat/snapshots', 'GET /_cat/snapshots/{repository}'],
    { parameters: [...catParameters, ...timeoutParameters, 'ignore_unavailable'], doc: 'snapshots' },
    async (request, { cluster }) => {
      const help = request.bool('help', false);
      if (!help && !request.has('repository')) {
        throw validationFailed(['repository is missing']);
      }
      const patterns = request.list('repository') ?? [];
      const names = help ? [] : [...cluster.snapshots.repositories(patterns).keys()];
      const found = await Promise.all(
        names.map(async (name) => (await cluster.snapshots.repository(name)).list()),
      );
      const rows = found.flatMap((snapshots) =>
        snapshots.map((snapshot) => {
          const { startTimeMs, endTimeMs, indices } = snapshot;
          const shards = indices.reduce((sum, { files }) => sum + files.length, 0);
          const times = [startTimeMs, endTimeMs].flatMap((ms) => [Math.floor(ms / 1000), hms(ms)]);
          const took = formatTimeMs(endTimeMs - startTimeMs);
          return [snapshot.name, 'SUCCESS', ...times, took, indices.length, shards, 0, shards, null];
        }),
      );
      return table({ columns: snapshotColumns, rows });
    },
  ),
  ...routes(
    ['GET /_cat/repositories'],
    { parameters: [...catParameters, ...timeoutParameters], doc: 'snapshot repositories' },
    (_request, { cluster }) => {
      const rows = [...cluster.global.repositories].map(([name, { type }]) => [name, String(type)]);
      return table({ columns: repositoryColumns, rows: rows.sort(([a], [b]) => (a < b ? -1 : 1)) });
    },
  ),
];
