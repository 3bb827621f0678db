// Edits import their inputs from this folder; reads share the same ones.
export { inMetres, lengthIn, pointIn, polygonIn, unitIn } from '../../input/input-units.ts'
