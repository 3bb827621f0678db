/**
 * States with ranges of the first three digits of their ZIP codes, both ends included. USPS,
 * Domestic Mail Manual, L002 (3-digit ZIP Code prefixes): https://pe.usps.com/text/dmm300/L002.htm.
 * Military prefixes are left out: they belong to no state.
 */
const PREFIXES = `AL 350-352 354-369, AK 995-999, AZ 850-865, AR 716-729, CA 900-908 910-961, CO 800-816,
   CT 060-069, DE 197-199, DC 200-200 202-205 569-569, FL 320-339 341-342 344-344 346-347 349-349,
   GA 300-319 398-399, HI 967-968, ID 832-838, IL 600-629, IN 460-479, IA 500-528, KS 660-679,
   KY 400-427, LA 700-714, ME 039-049, MD 206-219, MA 010-027 055-055, MI 480-499, MN 550-567,
   MS 386-397, MO 630-658, MT 590-599, NE 680-693, NV 889-898, NH 030-038, NJ 070-089,
   NM 870-884, NY 005-005 100-149, NC 270-289, ND 580-588, OH 430-459, OK 730-731 734-749,
   OR 970-979, PA 150-196, PR 006-007 009-009, RI 028-029, SC 290-299, SD 570-577, TN 370-385,
   TX 733-733 750-799 885-885, UT 840-847, VT 050-054 056-059, VA 201-201 220-246, VI 008-008,
   WA 980-994, WV 247-268, WI 530-549, WY 820-831`

/**
 * ZIP codes in another state than their prefix: an island reached from Connecticut, a valley in
 * Wyoming.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = { '06390': 'NY', '83414': 'WY', '96799': 'AS' }

const STATE_OF: ReadonlyMap<number, string> = new Map(
  PREFIXES.split(',').flatMap((entry) => {
    const [state, ...spans] = entry.trim().split(/\s+/)
    return spans.flatMap((span) => {
      const [from, to] = span.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i): [number, string] => [from + i, state])
    })
  }),
)

/** USPS code of the state that a ZIP code belongs to; null for codes of no state. */
export function stateOfZip(zip: string): string | null {
  return EXCEPTIONS[zip] ?? STATE_OF.get(Number(zip.slice(0, 3))) ?? null
}
