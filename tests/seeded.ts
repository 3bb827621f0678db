export { seededRandom as seeded } from '../terminal/seeded-random.ts'
