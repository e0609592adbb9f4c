package dev.dyno.model.result;

/**
 * Time without any acknowledgement, or without any delivery.
 *
 * @param fromNs last event before the outage or, if that is later, the time from which messages are known to have waited; from
 *     the start of the load
 * @param toNs first event after the outage, or the end of the load if it is not {@code over}
 * @param over whether there was an event after the outage
 */
public record Outage(long fromNs, long toNs, boolean over) {

    public double seconds() {
        return (toNs - fromNs) / 1e9;
    }
}
