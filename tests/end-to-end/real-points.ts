/** A probe point that this project chose; nobody published it. */
export type RealPoint = readonly [what: string, lng: number, lat: number]

/** Points of Bangor, Maine. The pairs are within half a metre either side of a border. */
export const BANGOR_POINTS: readonly RealPoint[] = [
  ['26 condominiums on one polygon, half of it in AE', -68.772731, 44.803367],
  ['a street, which the city draws as a parcel without an id', -68.807914, 44.851163],
  ['zone A, on a parcel that is mostly left blank', -68.838615, 44.834619],
  ['a parcel wholly in AE, no floodway drawn', -68.769899, 44.799104],
  ['stacked parcels in AE and X500', -68.750366, 44.836929],
  ['a stack in AE, X500 and blank land', -68.751406, 44.834646],
  ['zone X500', -68.771104, 44.800757],
  ['blank land on a parcel with A, AE and X500', -68.766763, 44.84103],
  ['blank land, and nothing else on the parcel', -68.808239, 44.850572],
  ['blank land on a parcel with some X500', -68.771621, 44.801411],
  ['blank land on a parcel with some AE', -68.728596, 44.864255],
  ['near the border of two parcels, one side', -68.808019, 44.850914],
  ['near the border of two parcels, other side', -68.808017, 44.850919],
  ['near the border of X500, inside', -68.771206, 44.80082],
  ['near the border of X500, outside', -68.771209, 44.800822],
  ['near a corner of AE parcels, one side', -68.769818, 44.799052],
  ['near a corner of AE parcels, other side', -68.769813, 44.799049],
  ['over the river, outside the city', -68.745, 44.79],
  ['another county’s woods', -68.2, 44.75],
]

/** Points of Hudson County, New Jersey. */
export const HUDSON_POINTS: readonly RealPoint[] = [
  ['shaded X', -74.078726, 40.686833],
  ['X of minimal hazard', -74.094092, 40.658179],
  ['AE, elevation 10 ft', -73.992342, 40.800308],
  ['AE, elevation 8 ft', -74.133366, 40.668642],
  ['AE, elevation 7 ft', -74.150786, 40.647458],
  ['AH, elevation 9 ft', -74.099232, 40.703685],
  ['AH, elevation 69 ft', -74.076405, 40.714417],
  ['VE, elevation 11 ft', -73.991296, 40.79457],
  ['zone A, no elevation', -74.052227, 40.802519],
  ['AREA NOT INCLUDED, which is not zone A', -74.076268, 40.780939],
  ['on a panel, under no polygon', -74.184, 40.628],
  ['outside the study', -74.3, 40.7],
  ['near the border of AE, inside', -73.992483, 40.800308],
  ['near the border of AE, outside', -73.992488, 40.800308],
  ['near the border of AH, inside', -74.075461, 40.71441],
  ['near the border of AH, outside', -74.075456, 40.71441],
]
