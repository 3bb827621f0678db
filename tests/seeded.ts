// Tests of every package may import from tests/, and those of few from terminal/.
export { seededRandom as seeded } from '../terminal/seeded-random.ts'
