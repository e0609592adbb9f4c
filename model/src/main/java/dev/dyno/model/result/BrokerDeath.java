package dev.dyno.model.result;

import java.util.List;

/**
 * End of a broker that Dyno had started, during the load: a finding about the broker.
 *
 * @param sentence the broker's name, process, exit status or signal, and lines of its log about memory
 * @param status exit status of the process; on Unix 128 plus the number of the signal that ended it, if any did
 * @param outOfMemory whether the broker's log says that the broker had no memory left
 * @param lastLogLines oldest first
 */
public record BrokerDeath(String sentence, int status, boolean outOfMemory, List<String> lastLogLines) {

    public BrokerDeath {
        lastLogLines = List.copyOf(lastLogLines);
    }
}
