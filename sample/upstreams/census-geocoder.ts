import { round } from '../../values/round.ts'
import type { AddressPoint } from '../addresses/address-points.ts'
import { NOT_FOUND, type SampleAnswer, type SampleService } from './sample-service.ts'

/** Words of a line that the Census's own matcher shortens. */
const SHORT: Record<string, string> = {
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  CIRCLE: 'CIR',
  COURT: 'CT',
  DRIVE: 'DR',
  LANE: 'LN',
  PLACE: 'PL',
  ROAD: 'RD',
  STREET: 'ST',
  TERRACE: 'TER',
}
const BENCHMARKS = ['Public_AR_Current', '4']

interface House {
  number: number
  street: string
  city: string
  zip: string
  at: readonly [number, number]
}

/** A street and a city that no file of the build has: only the fallback can find them. */
const SHOALS: readonly House[] = Array.from({ length: 40 }, (_, i) => ({
  number: 100 + 2 * i,
  street: 'GANNET SHOAL RD',
  city: 'SHOALS',
  zip: '34597',
  at: [round(-72.035 + i * 0.0003, 6), 30.13],
}))

/**
 * The sample's houses as the Census geocoder answers them:
 * https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html
 */
export function censusGeocoder(points: readonly AddressPoint[]): SampleService {
  const known = points.map(({ number, street, city, zip, at }) => {
    return {
      number: Number(number),
      street: plain(street).join(' '),
      city,
      zip: zip.slice(0, 5),
      at,
    }
  })
  const houses = [...known.filter(({ number }) => number > 0), ...SHOALS]
  return ({ path, query }): SampleAnswer => {
    if (path !== '/locations/onelineaddress') return NOT_FOUND
    const address = query.get('address')?.trim() ?? ''
    const benchmark = query.get('benchmark') ?? ''
    if (!BENCHMARKS.includes(benchmark))
      return { status: 400, body: { errors: ['Specify a valid benchmark'], status: '400' } }
    if (address === '')
      return { status: 400, body: { errors: ['Address cannot be empty'], status: '400' } }
    const input = {
      address: { address },
      benchmark: {
        isDefault: true,
        benchmarkDescription: 'Public Address Ranges - Current Benchmark (fictional)',
        id: '4',
        benchmarkName: 'Public_AR_Current',
      },
    }
    const addressMatches = matching(houses, address).map(matchOf)
    return { body: { result: { input, addressMatches } } }
  }
}

/** Houses whose number and street match, and city and ZIP code where the line has them. */
function matching(houses: readonly House[], address: string): House[] {
  const words = plain(address)
  const [number, ...rest] = words
  const line = ` ${rest.join(' ')} `
  const zip = words.findLast((word, i) => i > 0 && /^\d{5}$/.test(word))
  const places = new Map<string, House>()
  for (const house of houses) {
    if (`${house.number}` !== number || !line.startsWith(` ${house.street} `)) continue
    const locality = line
      .slice(house.street.length + 1)
      .replace(/ (ZZ|\d{5}) /g, ' ')
      .trim()
    const isThere = locality === '' || plain(house.city).join(' ').includes(locality)
    if (isThere && (zip === undefined || zip === house.zip)) places.set(`${house.at}`, house)
  }
  return [...places.values()].slice(0, 10)
}

function matchOf({ number, street, city, zip, at: [x, y] }: House) {
  const words = street.split(' ')
  const suffixType = words.length > 1 ? words.pop()! : ''
  return {
    tigerLine: { side: number % 2 === 0 ? 'R' : 'L', tigerLineId: '99001001' },
    coordinates: { x, y },
    addressComponents: {
      zip,
      streetName: words.join(' '),
      preType: '',
      city: city.toUpperCase(),
      preDirection: '',
      suffixDirection: '',
      fromAddress: `${number - (number % 100)}`,
      state: 'ZZ',
      suffixType,
      toAddress: `${number - (number % 100) + 98}`,
      suffixQualifier: '',
      preQualifier: '',
    },
    matchedAddress: `${number} ${street}, ${city.toUpperCase()}, ZZ, ${zip}`,
  }
}

function plain(text: string): string[] {
  const words =
    text
      .toUpperCase()
      .replaceAll('&AMP;', '&')
      .match(/[\p{L}\p{N}&]+/gu) ?? []
  return words.map((word) => SHORT[word] ?? word)
}
