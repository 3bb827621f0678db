// Edits import their inputs from this folder; reads share the same ones.
export { nearestName } from '../../input/nearest-name.ts'
