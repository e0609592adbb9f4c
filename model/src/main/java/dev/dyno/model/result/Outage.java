package dev.dyno.model.result;

/**
 * A time without any event of a kind that there was before: an acknowledgement, or a delivery.
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
