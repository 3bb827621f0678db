/** USPS codes by the name of a state or territory in lower case. */
const STATE_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ alabama: 'AL', alaska: 'AK', arizona: 'AZ', arkansas: 'AR', california: 'CA' },
    ...{ colorado: 'CO', connecticut: 'CT', delaware: 'DE', 'district of columbia': 'DC' },
    ...{ florida: 'FL', georgia: 'GA', hawaii: 'HI', idaho: 'ID', illinois: 'IL', indiana: 'IN' },
    ...{ iowa: 'IA', kansas: 'KS', kentucky: 'KY', louisiana: 'LA', maine: 'ME', maryland: 'MD' },
    ...{ massachusetts: 'MA', michigan: 'MI', minnesota: 'MN', mississippi: 'MS', missouri: 'MO' },
    ...{ montana: 'MT', nebraska: 'NE', nevada: 'NV', 'new hampshire': 'NH', 'new jersey': 'NJ' },
    ...{ 'new mexico': 'NM', 'new york': 'NY', 'north carolina': 'NC', 'north dakota': 'ND' },
    ...{ ohio: 'OH', oklahoma: 'OK', oregon: 'OR', pennsylvania: 'PA', 'rhode island': 'RI' },
    ...{ 'south carolina': 'SC', 'south dakota': 'SD', tennessee: 'TN', texas: 'TX', utah: 'UT' },
    ...{ vermont: 'VT', virginia: 'VA', washington: 'WA', 'west virginia': 'WV' },
    ...{ wisconsin: 'WI', wyoming: 'WY', 'american samoa': 'AS', guam: 'GU' },
    ...{ 'northern mariana islands': 'MP', 'puerto rico': 'PR', 'virgin islands': 'VI' },
  }),
)
const CODES: ReadonlySet<string> = new Set([...STATE_CODES.values(), 'ZZ'])

/** USPS code of a state, from its code or its name in any case; null for anything else. */
export function stateCodeOf(text: string): string | null {
  const code = text.toUpperCase()
  return CODES.has(code) ? code : (STATE_CODES.get(text.toLowerCase()) ?? null)
}
