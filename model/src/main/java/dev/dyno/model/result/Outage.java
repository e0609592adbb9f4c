package dev.dyno.model.result;

/**
 * Time without any acknowledgement, or without any delivery, between two of them.
 *
 * @param fromNs last event before it, from the start of the load
 * @param toNs first event after it, or the end of the load if it is not {@code over}
 * @param over whether there was an event after it
 */
public record Outage(long fromNs, long toNs, boolean over) {

    public double seconds() {
        return (toNs - fromNs) / 1e9;
    }
}
