package dev.dyno.model.result;

import java.util.List;

/**
 * End of a broker that Dyno had started, during its load: a finding about the broker.
 *
 * @param sentence the broker's name, process, exit status or signal, and lines of its log about memory
 * @param status of the process; on Unix 128 and the signal's number, if a signal ended it
 * @param outOfMemory whether its log says that it had no memory left
 * @param lastLogLines oldest first
 */
public record BrokerDeath(String sentence, int status, boolean outOfMemory, List<String> lastLogLines) {

    public BrokerDeath {
        lastLogLines = List.copyOf(lastLogLines);
    }
}
