package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Notation of faults, and the rules between them. */
final class Faults {

    private static final Pattern ONE = Pattern.compile("(\\S+)\\s+(?:pause:\\s*(\\S+)|(\\S+))");

    private Faults() {}

    /** List of faults, sorted by time. */
    static ValueType<List<Fault>> kind() {
        return LoadKinds.several(ValueType.of(
                        "TIME ACTION",
                        "a time and one of kill, stop, restart, pause, pause:TIME and resume, like 5s kill",
                        Faults::read))
                .map(faults ->
                        faults.stream().sorted(Comparator.comparing(Fault::at)).toList());
    }

    /** Reads one fault, or two if a pause has a length. */
    private static List<Fault> read(String text) {
        Matcher parts = ONE.matcher(text);
        if (!parts.matches()) {
            throw ValueType.refusal(text, "a time and what is done then, like 5s kill");
        }
        Duration at = ValueType.duration().parse(parts.group(1));
        if (parts.group(3) != null) {
            return List.of(new Fault(at, ValueType.choice(Action.class).parse(parts.group(3))));
        }
        Duration length = ValueType.duration().parse(parts.group(2));
        return List.of(new Fault(at, Action.PAUSE), new Fault(at.plus(length), Action.RESUME));
    }

    /** Sentences about faults that are impossible at their time or after the previous one. */
    static List<String> contradictions(Reading in) {
        List<Fault> faults = in.get(ConductSettings.FAULTS);
        Duration load = in.phases().duration();
        List<String> found = new ArrayList<>();
        Action state = Action.RESTART;
        for (int i = 0; i < faults.size(); i++) {
            Fault fault = faults.get(i);
            if (!load.isZero() && fault.at().compareTo(load) >= 0) {
                found.add(fault + "; must be before the end of the load, {load-length}. Make the load longer.");
            }
            if (i > 0 && fault.at().equals(faults.get(i - 1).at())) {
                found.add(faults.get(i - 1) + " and " + fault + " are at the same time; give each a time of its own.");
            }
            boolean down = state == Action.KILL || state == Action.STOP;
            boolean paused = state == Action.PAUSE;
            if (fault.action() == Action.RESUME && !paused) {
                found.add(fault + "; there is no pause before it. Give {faults=TIME pause} first.");
            } else if (down && fault.action() != Action.RESTART && fault.action() != Action.RESUME) {
                found.add(fault + "; the broker does not run then. Give {faults=TIME restart} before it.");
            } else if (paused && fault.action() == Action.PAUSE) {
                found.add(fault + "; the broker is paused then. Give {faults=TIME resume} before it.");
            }
            state = fault.action();
        }
        // A load without an end would wait for ever for a broker that does not come back.
        boolean endless = load.isZero() && in.phases().backlog().isEmpty() && in.get(ConductSettings.RECONNECT);
        if (endless && (state == Action.KILL || state == Action.STOP || state == Action.PAUSE)) {
            found.add(faults.get(faults.size() - 1)
                    + "; nothing comes after it, and with {reconnect} the run would wait for ever. Give the load an end, or"
                    + " give {faults=TIME " + (state == Action.PAUSE ? "resume}." : "restart}."));
        }
        return found;
    }
}
