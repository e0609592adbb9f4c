package dev.dyno.model.result;

import java.util.List;

/**
 * A broker that Dyno had started and that ended while it was loaded: a finding about the broker.
 *
 * @param sentence who ended and how: name, process, exit status or signal, and what its log says of memory
 * @param status of the process; on Unix 128 and the signal's number, if a signal ended it
 * @param outOfMemory whether its log says that it had no memory left
 * @param lastLogLines oldest first
 */
public record BrokerDeath(String sentence, int status, boolean outOfMemory, List<String> lastLogLines) {

    public BrokerDeath {
        lastLogLines = List.copyOf(lastLogLines);
    }
}
