/**
 * Fetches brokers from Maven repositories, in a process of its own: its libraries are on nobody else's class path, and a broker
 * that is here already starts without them.
 */
package dev.dyno.broker.resolver;
