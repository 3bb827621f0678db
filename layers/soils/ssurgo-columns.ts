/**
 * Column orders of the tabular files of a SSURGO export. The files have no header line: each is
 * pipe-delimited, texts in double quotes, one record a line. Names and order are those of the USDA
 * report "SSURGO 2.3.2 Tables and Columns":
 * https://www.nrcs.usda.gov/sites/default/files/2022-08/SSURGO-Metadata-Tables-and-Columns-Report.pdf
 * An export that carries its own dictionary, `mstabcol.txt`, is read by that one instead.
 */
export interface SsurgoTable {
  /** The table's name in the SSURGO schema, and in its dictionary. */
  table: string
  /** File in the folder `tabular` of an export. */
  file: string
  /** The column that names a record, a number as text. */
  key: 'mukey' | 'cokey'
  columns: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

/** 24 columns: one row is a map unit of a survey area. Key `mukey`. */
export const MAPUNIT: SsurgoTable = {
  table: 'mapunit',
  file: 'mapunit.txt',
  key: 'mukey',
  columns: words(`
    musym muname mukind mustatus muacres mapunitlfw_l mapunitlfw_r mapunitlfw_h
    mapunitpfa_l mapunitpfa_r mapunitpfa_h farmlndcl muhelcl muwathelcl muwndhelcl interpfocus
    invesintens iacornsr nhiforsoigrp nhspiagr vtsepticsyscl mucertstat lkey mukey`),
}

/** 109 columns: one row is a component of a map unit. Key `cokey`. */
export const COMPONENT: SsurgoTable = {
  table: 'component',
  file: 'comp.txt',
  key: 'cokey',
  columns: words(`
    comppct_l comppct_r comppct_h compname compkind majcompflag otherph localphase
    slope_l slope_r slope_h slopelenusle_l slopelenusle_r slopelenusle_h runoff tfact wei weg
    erocl earthcovkind1 earthcovkind2 hydricon hydricrating drainagecl elev_l elev_r elev_h
    aspectccwise aspectrep aspectcwise geomdesc albedodry_l albedodry_r albedodry_h
    airtempa_l airtempa_r airtempa_h map_l map_r map_h
    reannualprecip_l reannualprecip_r reannualprecip_h ffd_l ffd_r ffd_h
    nirrcapcl nirrcapscl nirrcapunit irrcapcl irrcapscl irrcapunit cropprodindex
    constreeshrubgrp wndbrksuitgrp rsprod_l rsprod_r rsprod_h foragesuitgrpid
    wlgrain wlgrass wlherbaceous wlshrub wlconiferous wlhardwood wlwetplant wlshallowwat
    wlrangeland wlopenland wlwoodland wlwetland soilslippot frostact
    initsub_l initsub_r initsub_h totalsub_l totalsub_r totalsub_h hydgrp corcon corsteel
    taxclname taxorder taxsuborder taxgrtgroup taxsubgrp taxpartsize taxpartsizemod taxceactcl
    taxreaction taxtempcl taxmoistscl taxtempregime soiltaxedition castorieindex flecolcomnum
    flhe flphe flsoilleachpot flsoirunoffpot fltemik2use fltriumph2use indraingrp
    innitrateleachi misoimgmtgrp vasoimgtgrp mukey cokey`),
}

/** 40 columns: one row is what the components of a map unit come to. Key `mukey`. */
export const MUAGGATT: SsurgoTable = {
  table: 'muaggatt',
  file: 'muaggatt.txt',
  key: 'mukey',
  columns: words(`
    musym muname mustatus slopegraddcp slopegradwta brockdepmin wtdepannmin wtdepaprjunmin
    flodfreqdcd flodfreqmax pondfreqprs aws025wta aws050wta aws0100wta aws0150wta
    drclassdcd drclasswettest hydgrpdcd iccdcd iccdcdpct niccdcd niccdcdpct
    engdwobdcd engdwbdcd engdwbll engdwbml engstafdcd engstafll engstafml engsldcd engsldcp
    englrsdcd engcmssdcd engcmssmp urbrecptdcd urbrecptwta forpehrtdcp hydclprs awmmfpwwta
    mukey`),
}
