/**
 * Spellings of street types: first the abbreviation of the Postal Service, then its full word where
 * that differs, then other spellings in use. USPS Publication 28, appendix C1:
 * https://pe.usps.com/text/pub28/28apc_002.htm
 */
const STREET_TYPES = `
aly alley allee ally
anx annex anex annx
arc arcade
ave avenue av aven avenu avn avnue
byu bayou bayoo
bch beach
bnd bend
blf bluff bluf
blfs bluffs
btm bottom bot bottm
blvd boulevard boul boulv bvd
br branch brnch
brg bridge brdge
brk brook
brks brooks
bg burg
bgs burgs
byp bypass bypa bypas byps
cp camp cmp
cyn canyon canyn cnyn
cpe cape
cswy causeway causwa cswy
ctr center cen cent centr centre cnter cntr
ctrs centers
cir circle circ circl crcl crcle
cirs circles
clf cliff
clfs cliffs
clb club
cmn common
cmns commons
cor corner
cors corners
crse course
ct court crt
cts courts
cv cove
cvs coves
crk creek
cres crescent crsent crsnt
crst crest
xing crossing crssng
xrd crossroad
xrds crossroads
curv curve
dl dale
dm dam
dv divide div dvd
dr drive driv drv
drs drives
est estate
ests estates
expy expressway exp expr express expw
ext extension extn extnsn
exts extensions
fall
fls falls
fry ferry frry
fld field
flds fields
flt flat
flts flats
frd ford
frds fords
frst forest forests
frg forge forg
frgs forges
frk fork
frks forks
ft fort frt
fwy freeway freewy frway frwy
gdn garden gardn grden grdn
gdns gardens grdns
gtwy gateway gatewy gatway gtway
gln glen
glns glens
grn green
grns greens
grv grove grov
grvs groves
hbr harbor harb harbr hrbor
hbrs harbors
hvn haven
hts heights ht hgts
hwy highway highwy hiway hiwy hway
hl hill
hls hills
holw hollow hllw hollows holws
inlt inlet
is island islnd
iss islands islnds
isle isles
jct junction jction jctn junctn juncton
jcts junctions jctns
ky key
kys keys
knl knoll knol
knls knolls
lk lake
lks lakes
land
lndg landing lndng
ln lane
lgt light
lgts lights
lf loaf
lck lock
lcks locks
ldg lodge ldge lodg
loop loops
mall
mnr manor
mnrs manors
mdw meadow
mdws meadows medows
mews
ml mill
mls mills
msn mission missn mssn
mtwy motorway
mt mount mnt
mtn mountain mntain mntn mountin mtin
mtns mountains mntns
nck neck
orch orchard orchrd
oval ovl
opas overpass
park prk
parks
pkwy parkway parkwy pkway pky
pkwys parkways
pass
psge passage
path paths
pike pikes
pne pine
pnes pines
pl place
pln plain
plns plains
plz plaza plza
pt point
pts points
prt port
prts ports
pr prairie prr
radl radial rad radiel
ramp
rnch ranch ranches rnchs
rpd rapid
rpds rapids
rst rest
rdg ridge rdge
rdgs ridges
riv river rvr rivr
rd road
rds roads
rte route
row
rue
run
shl shoal
shls shoals
shr shore shoar
shrs shores shoars
skwy skyway
spg spring spng sprng
spgs springs spngs sprngs
spur spurs
sq square sqr sqre squ
sqs squares sqrs
sta station statn stn
stra stravenue strav straven stravn strvn strvnue
strm stream streme
st street strt str
sts streets
smt summit sumit sumitt
ter terrace terr
trwy throughway
trce trace traces
trak track tracks trk trks
trfy trafficway
trl trail trails trls
trlr trailer
tunl tunnel tunel tunls tunnels tunnl
tpke turnpike trnpk turnpk
upas underpass
un union
uns unions
vly valley vally vlly
vlys valleys
via viaduct vdct viadct
vw view
vws views
vlg village vill villag villg villiage
vlgs villages
vl ville
vis vista vist vst vsta
walk walks
wall
way wy
ways
wl well
wls wells
`

/** The abbreviation of a street type by each of its spellings, in lower case. */
export const STREET_TYPE_OF: ReadonlyMap<string, string> = new Map(
  STREET_TYPES.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ')
      return words.map((word): [string, string] => [word, words[0]])
    }),
)

/** The full word of a street type by its abbreviation. */
export const STREET_TYPE_NAMES: ReadonlyMap<string, string> = new Map(
  STREET_TYPES.trim()
    .split('\n')
    .map((line) => {
      const [short, whole = short] = line.split(' ')
      return [short, whole]
    }),
)
