import type { FaultName, Host } from '../../protocol.ts';
import { WORDS } from '../words.ts';

/** A fault in words: `Main service: lost (does what it is asked, and the answer is lost), next request.` */
export function faultText({ name, offered }: Host, fault: FaultName, times: number | null): string {
  const { hosts, about, on } = WORDS.faults;
  const { lasts = false } = offered.find((one) => one.fault === fault) ?? {};
  return on(hosts[name], fault, about[fault], spanText(lasts ? null : times));
}

/** How often a fault strikes. */
export function spanText(times: number | null): string {
  const { faults } = WORDS;
  return times === null ? faults.untilHealed : faults.requests(times);
}
