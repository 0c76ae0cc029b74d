import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a process is held evenly, and not run for a while and then stopped. */
const PERIOD_US = 10_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Holds a process to a share of one core by a control group of Linux (its documentation, "CFS Bandwidth Control").
 *
 * @returns to be called once it has ended; undefined where this user may not make control groups
 */
export function holdCpu(pid: number, share: number): (() => void) | undefined {
  const isV1 = existsSync(join(V1, 'cpu.shares')) || existsSync(join(V1, 'cpu.cfs_quota_us'));
  const folder = join(isV1 ? V1 : V2, `plan-vote-bot-bench-${pid}`);
  const quota = String(Math.round(share * PERIOD_US));
  try {
    mkdirSync(folder);
    if (isV1) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota);
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch {
    return undefined;
  }
  return () => {
    rmdirSync(folder);
  };
}
