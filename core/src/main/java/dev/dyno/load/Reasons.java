package dev.dyno.load;

import dev.dyno.result.Verdict;
import dev.dyno.result.Verdict.Level;
import dev.dyno.result.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the reasons of a verdict. */
final class Reasons {

    private final List<Reason> reasons = new ArrayList<>();

    /** @param format of the sentence, filled in with the values in the manner of {@link String#format} */
    void add(Level level, String code, String format, Object... values) {
        reasons.add(new Reason(level, code, String.format(Locale.ROOT, format, values)));
    }

    Verdict verdict() {
        return Verdict.of(reasons);
    }
}
