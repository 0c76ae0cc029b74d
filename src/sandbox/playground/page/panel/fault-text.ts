import type { FaultName, Host } from '../../protocol.ts';
import type { Words } from '../words/index.ts';

/** A fault in words: `Main service: lost (does what it is asked, and the answer is lost), next request.` */
export function faultText({ name, offered }: Host, fault: FaultName, times: number | null, words: Words): string {
  const { hosts, names, about, on } = words.faults;
  const { lasts = false } = offered.find((one) => one.fault === fault) ?? {};
  return on(hosts[name], names[fault], about[fault], spanText(lasts ? null : times, words));
}

/** How often a fault strikes. */
export function spanText(times: number | null, { faults }: Words): string {
  return times === null ? faults.untilHealed : faults.requests(times);
}
