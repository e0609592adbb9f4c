package dev.dyno.cluster.group;

import java.util.Locale;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jspecify.annotations.Nullable;

/**
 * Where the log of JGroups goes: to the logger of the JDK, at its level of debugging, whatever JGroups thinks of it. What a user
 * must know is said by this package, in sentences.
 */
final class QuietLog implements Log {

    /** Of all of them. */
    static final CustomLogFactory FACTORY = new CustomLogFactory() {
        @Override
        public Log getLog(Class<?> type) {
            return new QuietLog(type.getName());
        }

        @Override
        public Log getLog(String category) {
            return new QuietLog(category);
        }
    };

    private final System.Logger log;

    private QuietLog(String name) {
        this.log = System.getLogger(name);
    }

    @Override
    public boolean isFatalEnabled() {
        return isEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public void fatal(String msg) {
        say(msg, null);
    }

    @Override
    public void fatal(String format, Object... args) {
        say(format, null, args);
    }

    @Override
    public void fatal(String msg, Throwable throwable) {
        say(msg, throwable);
    }

    @Override
    public void error(String msg) {
        say(msg, null);
    }

    @Override
    public void error(String format, Object... args) {
        say(format, null, args);
    }

    @Override
    public void error(String msg, Throwable throwable) {
        say(msg, throwable);
    }

    @Override
    public void warn(String msg) {
        say(msg, null);
    }

    @Override
    public void warn(String format, Object... args) {
        say(format, null, args);
    }

    @Override
    public void warn(String msg, Throwable throwable) {
        say(msg, throwable);
    }

    @Override
    public void info(String msg) {
        say(msg, null);
    }

    @Override
    public void info(String format, Object... args) {
        say(format, null, args);
    }

    @Override
    public void debug(String msg) {}

    @Override
    public void debug(String format, Object... args) {}

    @Override
    public void debug(String msg, Throwable throwable) {}

    @Override
    public void trace(Object obj) {}

    @Override
    public void trace(String msg) {}

    @Override
    public void trace(String format, Object... args) {}

    @Override
    public void trace(String msg, Throwable throwable) {}

    @Override
    public void setLevel(String level) {}

    @Override
    public String getLevel() {
        return isEnabled() ? "info" : "off";
    }

    private boolean isEnabled() {
        return log.isLoggable(System.Logger.Level.DEBUG);
    }

    private void say(String format, @Nullable Throwable problem, Object... args) {
        if (isEnabled()) {
            log.log(
                    System.Logger.Level.DEBUG,
                    args.length == 0 ? format : String.format(Locale.ROOT, format, args),
                    problem);
        }
    }
}
