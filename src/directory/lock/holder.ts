import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * What a lock file says of its holder: `7041 182736 host kernel`, or `7041 182736` where only the pid guards the folder
 * (which is also what older versions wrote).
 */
export interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks, as pids are used again (Linux); empty where the system does not tell. */
  readonly startTime: string;
  readonly host: string;
  /** The kernel's lock decides whether this holder lives; the text is for messages only. */
  readonly isKernelHeld: boolean;
}

export function thisProcess(isKernelHeld: boolean): Holder {
  return { pid: process.pid, startTime: startTimeOf(process.pid), host: hostname(), isKernelHeld };
}

export function holderText({ pid, startTime, host, isKernelHeld }: Holder): string {
  return isKernelHeld ? `${pid} ${startTime} ${host} kernel` : `${pid} ${startTime}`;
}

/** Null for a file that names nobody: one that is being written, or was cut off. */
export function parseHolder(text: string): Holder | null {
  const [pid, startTime = '', host = '', mark = ''] = text.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return null;
  return { pid: number, startTime, host, isKernelHeld: mark === 'kernel' };
}

/** The holder that the file at `path` names, for a message: `pid 7041 on host`. */
export async function describeHolder(path: string): Promise<string> {
  const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''));
  if (holder === null) return 'its lock is held';
  const { pid, startTime, host } = holder;
  const own = thisProcess(true);
  if (pid === own.pid && startTime === own.startTime && (host === own.host || host === '')) {
    return `pid ${pid}, this process`;
  }
  return host === '' ? `pid ${pid}` : `pid ${pid} on ${host}`;
}

/**
 * Whether a process of that pid and start time runs on this machine. Where start times are unknown, a process of
 * another user counts as another process: it could not have written the file.
 */
export function isRunning({ pid, startTime }: Holder): boolean {
  const found = startTimeOf(pid);
  // Where start times are known, a text without one was cut off.
  if (found !== '') return found === startTime;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
