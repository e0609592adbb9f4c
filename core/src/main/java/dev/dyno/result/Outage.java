package dev.dyno.result;

/**
 * A time in which something that went on before did not happen at all: the longest one that a fault brought about.
 *
 * @param fromNs the last event before, from the start of the load
 * @param toNs the first event after it; if it is not {@code over}, the end of the load
 * @param over whether there was an event after it
 */
public record Outage(long fromNs, long toNs, boolean over) {

    public double seconds() {
        return (toNs - fromNs) / 1e9;
    }
}
