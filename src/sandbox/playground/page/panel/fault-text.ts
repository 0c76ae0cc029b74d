import type { FaultName, Host } from '../../protocol.ts';

/**
 * A fault that is switched on, in words:
 * `Main service: lost (does what it is asked, and the answer is lost), next request.`
 */
export function faultText({ title, offered }: Host, fault: FaultName, times: number | null): string {
  const about = offered.find((one) => one.fault === fault)?.about ?? '';
  return `${title}: ${fault} (${about}), ${spanText(times)}.`;
}

/** How often a fault strikes. */
export function spanText(times: number | null): string {
  if (times === null) return 'until healed';
  return times === 1 ? 'next request' : `next ${times} requests`;
}
