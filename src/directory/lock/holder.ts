import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * The process holding a lock, as named by its lock file: `7041 182736 host kernel`, or `7041 182736` where
 * only the pid guards the folder (and in files of older versions).
 */
export interface Holder {
  readonly pid: number;
  /**
   * Start time of the process in clock ticks (Linux), since pids are reused. Empty where the system does not
   * provide it.
   */
  readonly startTime: string;
  readonly host: string;
  /** Whether a kernel lock decides if the holder is alive; the text then only serves for messages. */
  readonly isKernelHeld: boolean;
}

export function thisProcess(isKernelHeld: boolean): Holder {
  return { pid: process.pid, startTime: startTimeOf(process.pid), host: hostname(), isKernelHeld };
}

export function holderText({ pid, startTime, host, isKernelHeld }: Holder): string {
  return isKernelHeld ? `${pid} ${startTime} ${host} kernel` : `${pid} ${startTime}`;
}

/** `null` if the text names no holder: the file is being written, or was truncated. */
export function parseHolder(text: string): Holder | null {
  const [pid, startTime = '', host = '', mark = ''] = text.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return null;
  return { pid: number, startTime, host, isKernelHeld: mark === 'kernel' };
}

/** The holder named by the file at `path`, for messages: `pid 7041 on host`. */
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
 * Whether a process with that pid and start time runs on this machine. Where start times are unknown, a
 * process of another user does not count, as it could not have written the file.
 */
export function isRunning({ pid, startTime }: Holder): boolean {
  const found = startTimeOf(pid);
  // Where start times are known, a text without one was truncated.
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
