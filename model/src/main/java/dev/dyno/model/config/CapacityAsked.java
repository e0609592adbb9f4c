package dev.dyno.model.config;

import dev.dyno.model.threshold.Threshold;
import java.time.Duration;
import java.util.List;

/**
 * Question of a search for the capacity.
 *
 * @param slo objectives that must hold at the rate, beside those that always must
 * @param precision width of the interval to reach, as a share of the rate
 * @param confidence share of such intervals that contain the true rate
 * @param within longest time of the search
 * @param starts number of times that the broker is started and searched
 */
public record CapacityAsked(List<Threshold> slo, double precision, double confidence, Duration within, int starts) {

    public CapacityAsked {
        slo = List.copyOf(slo);
    }

    /** The same with other objectives: those of a file are its own, and all else is said by options. */
    public CapacityAsked with(List<Threshold> objectives) {
        return new CapacityAsked(objectives, precision, confidence, within, starts);
    }

    /** Reads the given settings and reports contradictions. */
    public static CapacityAsked read(Reading in) {
        in.check(CapacitySettings.SECTION);
        return new CapacityAsked(
                in.get(CapacitySettings.SLO),
                in.get(CapacitySettings.PRECISION),
                in.get(CapacitySettings.CONFIDENCE),
                in.get(CapacitySettings.WITHIN),
                in.get(CapacitySettings.STARTS));
    }
}
