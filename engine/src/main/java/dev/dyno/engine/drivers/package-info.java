/** Drivers of this installation: their folders, and what they need for each connection. */
package dev.dyno.engine.drivers;
