/** Stand-in for what Andes expects of WSO2 Carbon: the current user. */
package org.wso2.carbon.context;
