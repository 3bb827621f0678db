/**
 * Street types as people write them, by the abbreviation of the Postal Service, which stands first.
 * USPS Publication 28, appendix C1: https://pe.usps.com/text/pub28/28apc_002.htm
 */
const STREET_TYPES = `
aly allee alley ally
anx anex annex annx
arc arcade
ave av aven avenu avenue avn avnue
byu bayoo bayou
bch beach
bnd bend
blf bluf bluff
blfs bluffs
btm bot bottm bottom
blvd boul boulevard boulv bvd
br brnch branch
brg brdge bridge
brk brook
brks brooks
bg burg
bgs burgs
byp bypa bypas bypass byps
cp camp cmp
cyn canyn canyon cnyn
cpe cape
cswy causeway causwa cswy
ctr cen cent center centr centre cnter cntr
ctrs centers
cir circ circl circle crcl crcle
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
dv div divide dvd
dr driv drive drv
drs drives
est estate
ests estates
expy exp expr express expressway expw
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
frg forg forge
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
grv grov grove
grvs groves
hbr harb harbor harbr hrbor
hbrs harbors
hvn haven
hts heights ht hgts
hwy highway highwy hiway hiwy hway
hl hill
hls hills
holw hllw hollow hollows holws
inlt inlet
is island islnd
iss islands islnds
isle isles
jct jction jctn junction junctn juncton
jcts jctns junctions
ky key
kys keys
knl knol knoll
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
ldg ldge lodg lodge
loop loops
mall
mnr manor
mnrs manors
mdw meadow
mdws mdw meadows medows
mews
ml mill
mls mills
msn missn mission mssn
mtwy motorway
mt mnt mount
mtn mntain mntn mountain mountin mtin
mtns mntns mountains
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
radl rad radial radiel
ramp
rnch ranch ranches rnchs
rpd rapid
rpds rapids
rst rest
rdg rdge ridge
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
shr shoar shore
shrs shoars shores
skwy skyway
spg spng spring sprng
spgs spngs springs sprngs
spur spurs
sq sqr sqre squ square
sqs sqrs squares
sta station statn stn
stra strav straven stravenue stravn strvn strvnue
strm stream streme
st street strt str
sts streets
smt sumit sumitt summit
ter terr terrace
trwy throughway
trce trace traces
trak track tracks trk trks
trfy trafficway
trl trail trails trls
trlr trailer
tunl tunel tunls tunnel tunnels tunnl
tpke trnpk turnpike turnpk
upas underpass
un union
uns unions
vly valley vally vlly
vlys valleys
via vdct viadct viaduct
vw view
vws views
vlg vill villag village villg villiage
vlgs villages
vl ville
vis vist vista vst vsta
walk walks
wall
way wy
ways
wl well
wls wells
`

/** The abbreviation of a street type by every way of writing it, in lower case. */
export const STREET_TYPE_OF: ReadonlyMap<string, string> = new Map(
  STREET_TYPES.trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ')
      return words.map((word): [string, string] => [word, words[0]])
    }),
)

/** How a street type is written out, for searching as one types: the longest of its words. */
export const STREET_TYPE_WORDS: ReadonlyMap<string, string> = new Map(
  STREET_TYPES.trim()
    .split('\n')
    .map((line) => {
      const words = line.split(' ')
      return [words[0], words.reduce((a, b) => (b.length > a.length ? b : a))]
    }),
)
