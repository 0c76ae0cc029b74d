import type { FaultName, Host } from '../../protocol.ts';

/**
 * A fault that is switched on, in words:
 * `Main service: lost (does what it is asked, and the answer is lost), next request.`
 */
export function faultText({ title, offered }: Host, fault: FaultName, times: number | null): string {
  const { about = '', lasts = false } = offered.find((one) => one.fault === fault) ?? {};
  return `${title}: ${fault} (${about}), ${spanText(lasts ? null : times)}.`;
}

/** How often a fault strikes. */
export function spanText(times: number | null): string {
  if (times === null) return 'until healed';
  return times === 1 ? 'next request' : `next ${times} requests`;
}
