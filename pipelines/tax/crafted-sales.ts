/** A small fictional sales file and estimates file, for the pipeline's test and the fixture. */
const HEADER =
  'CO_NO,PARCEL_ID,ASMNT_YR,ATV_STRT,GRP_NO,DOR_UC,NBRHD_CD,MKT_AR,CENSUS_BK,SALE_ID_CD,SAL_CHG_CD,VI_CD,OR_BOOK,OR_PAGE,CLERK_NO,QUAL_CD,SALE_YR,SALE_MO,SALE_PRC,MULTI_PAR_SAL,RS_ID,MP_ID,STATE_PARCEL_ID'

/** One line of the file: parcel, transfer, code, year, month, price, and the rest as it mostly is. */
function line(
  parcel: string,
  [sale, code, year, month, price]: [string, string, string, string, string],
  { vacant = 'I', multi = '' } = {},
): string {
  return `99,"${parcel}",2025,1,1,"001","F1","7",,"${sale}",,"${vacant}",,,"${sale}","${code}",${year},"${month}",${price},${multi},"0A","0000","C99"`
}

export const SALES_CSV = [
  HEADER,
  line('R-1', ['S1', '01', '2025', '06', '412500']),
  line('R-1', ['S1', '01', '2025', '06', '412500']),
  line('R-2', ['S2', '11', '2025', '03', '100']),
  line('R-2', ['S3', '01', '2024', '08', '365000']),
  line('R-2', ['S4', '11', '2025', '01', '0']),
  line('R-3', ['S5', '37', '2025', '02', '315500']),
  line('R-3', ['S6', '01', '2025', '02', '298000']),
  line('R-4', ['S7', '05', '2024', '11', '1250000'], { vacant: 'V', multi: 'C' }),
  line('0000000044', ['S7', '05', '2024', '11', '1250000'], { multi: 'C' }),
  line('R-8', ['S8', '77', '2024', '13', '"n/a"'], { vacant: 'X' }),
  line(' ', ['S9', '01', '2024', '05', '1000']),
  line('R-9', ['S10', '01', 'MMXX', '05', '1000']),
  '',
].join('\r\n')

export const ESTIMATES_CSV = [
  'county_fips,parcel_id,assessed_value,property_tax_rate_pct,estimated_annual_tax,year_built,as_of',
  '99009,R-1,201000,1.1,2211,1990,2025-03-15',
  '99009,R-5,150000,0.9,1350,1985,2024-01-15',
  '99009,R-5,160000,0.95,1520,1986,2025-02-15',
  '99009,R-8,,high,,1999.5,soon',
  '99011,R-5,1,1,1,2000,2025-12-31',
  '99009,,1,1,1,2000,2025-12-31',
  '',
].join('\n')
