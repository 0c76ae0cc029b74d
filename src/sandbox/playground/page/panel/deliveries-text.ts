/** How often the message about a reward arrived, in words. */
export function deliveriesText(deliveries: number): string {
  return deliveries === 1 ? 'told once' : `told ${deliveries} times, handed over once`;
}
