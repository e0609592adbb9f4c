/** Drivers of this installation, loaded from their folders, and the number of files that each connection of theirs needs. */
package dev.dyno.engine.drivers;
