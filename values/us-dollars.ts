const DOLLARS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Formats an amount in whole US dollars: `$182,000`. */
export function formatUsd(amount: number): string {
  return `$${DOLLARS.format(amount)}`
}
