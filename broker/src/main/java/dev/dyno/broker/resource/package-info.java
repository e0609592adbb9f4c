/** Reads the resources that broker, worker and host use during a run. */
package dev.dyno.broker.resource;
