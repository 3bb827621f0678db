/** Common words that no other list has, each near to one that requests are read by. */
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  `
  aback aground arena ballroom barb bard barn barroom basic basis baste bat batch batching
  bathrobe bating batting bead beard boar booth botch broiler broth brow bun carp carped cart cat
  chance char chess childless choir choking clapboard clipboard clot coast cocking coffer
  coherence coiling colt combing compute computed computerise concert confidence conservator
  convent convergence cooping cornea corned cornet cornier coroner cram crate creamy crease
  cremate crest crooking crouch czar decease degree deign dent deplete diking dinning donor doubly
  draping drawl drawling dressier duplicity easing entrant estrange expend faxing fazing fir fist
  fleet font fore fort gabbed gamble gambled garbage garble garbled gust halfway halve heave
  hipper hither hoe homey hose inland instill itch joint larded larding lauding lengthy levee
  lever locket logo loner loom loon loop lunge marionette meteor metro needy niches nigh noes odor
  pace pain palace pallor paltry pastry pathos pedant pennant pinched plaice plane planet plank
  plaster platter plea pliant plot ponder port primacy primate punt putt radiate radiation
  receptive recession redemption refrigerate refrigerated refrigeration rejection retention rotund
  scrub sea seize seized sh shell shied shifty shingle shove showier shred shriek shrine shrub
  shrug sidle silting sin singe slink slop smite snare snide snitch snore spar spire splint spool
  squire stair stork strand strap stripe stud studious swamp swatch swill tablet tailed tale tilde
  tilted title titled tow trowel tuba tube twine udder unfit unity wager weest welt wheat whet
  whiten widow wit wok woolen wrest writ writhe
  surgery`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
