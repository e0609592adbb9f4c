package dev.dyno.report;

import dev.dyno.result.Latency;

/** Latencies in headings. */
final class LatencyNames {

    private LatencyNames() {}

    static String title(Latency latency) {
        return switch (latency) {
            case SCHEDULE_DELAY -> "Schedule delay";
            case SERVICE -> "Service time";
            case RESPONSE -> "Response time";
            case TRANSFER -> "Transfer time";
            case END_TO_END -> "End-to-end time";
            case COMMIT -> "Commit time";
            case RECEIVE_COMMIT -> "Receive commit time";
            case OWN_DELAY -> "Own delay";
        };
    }

    static String meaning(Latency latency) {
        return switch (latency) {
            case SCHEDULE_DELAY -> "intended to handed to the client library";
            case SERVICE -> "handed over to acknowledged";
            case RESPONSE -> "intended to acknowledged";
            case TRANSFER -> "handed over to received";
            case END_TO_END -> "intended to received";
            case COMMIT -> "one commit of a producer";
            case RECEIVE_COMMIT -> "one commit of a consumer";
            case OWN_DELAY -> "of the schedule delay, the part that is no wait for the broker";
        };
    }
}
