/** Runs two setups in turns, or reads two stored ones, and compares them. */
package dev.dyno.app.compare;
